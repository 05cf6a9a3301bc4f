package web_test

import (
	"encoding/json"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// agreed returns a function that calls __host.check, which script defines, with the
// same argument on every engine. It returns what all of them return, and fails if they differ.
func agreed(f *testing.F, script string) func(t *testing.T, arg string) string {
	f.Helper()
	isolates := map[string]isolate.Isolate{}
	for name, e := range engines(f) {
		layer := web.New(web.NewLibrary(e), web.Config{Loop: loop.New(nil), Location: "https://base.test/"})
		iso, err := e.New(f.Context(), isolate.Options{Ops: layer.Ops()})
		if err != nil {
			f.Fatal(err)
		}
		f.Cleanup(func() { iso.Close() })
		if err := layer.Boot(f.Context(), iso); err != nil {
			f.Fatal(err)
		}
		s, err := e.Compile(f.Context(), isolate.Source{Name: "check.js", Text: script})
		if err != nil {
			f.Fatal(err)
		}
		if err := iso.Run(f.Context(), s); err != nil {
			f.Fatal(err)
		}
		isolates[name] = iso
	}
	return func(t *testing.T, arg string) string {
		t.Helper()
		first, result := "", ""
		for name, iso := range isolates {
			v, err := iso.Call(t.Context(), "check", arg)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text, ok := v.(string)
			if !ok {
				t.Fatalf("%s: check returned %T", name, v)
			}
			if first != "" && text != result {
				t.Fatalf("%s: %s\n%s: %s", first, result, name, text)
			}
			first, result = name, text
		}
		return result
	}
}

// FuzzHeaders does the same to the Headers of every engine: what comes out is
// sorted, valid, and the same when it goes in again.
func FuzzHeaders(f *testing.F) {
	check := agreed(f, `
		const methods = ["append", "set", "delete", "get", "has"];
		__host.check = (text) => {
			const headers = new Headers(), log = [];
			for (const [method, name, value] of JSON.parse(text)) {
				try { log.push(headers[methods[method]](name, value) ?? null) } catch (error) { log.push(error.name) }
			}
			const list = [...headers];
			const names = list.map(([name]) => name);
			if (names.some((name, i) => i > 0 && name < names[i - 1])) throw new Error("not sorted: " + names);
			for (const [name, value] of list) {
				if (name !== name.toLowerCase() || /[\0\n\r]/.test(value)) throw new Error("not valid: " + JSON.stringify([name, value]));
			}
			const again = [...new Headers(list)], third = [...new Headers(again)]; // empty values that are combined end in a space
			if (JSON.stringify(again) !== JSON.stringify(third)) throw new Error("not the same again: " + JSON.stringify([again, third]));
			return JSON.stringify([log, list, headers.getSetCookie()]);
		};`)
	f.Add([]byte{0, 0, 1}, "x-a", " v\t", "X-A", "\u00ff")
	f.Add([]byte{0, 0, 2, 3, 4}, "Set-Cookie", "a=1", "set-cookie", "b=2,3")
	f.Add([]byte{1, 0}, "", "\r\n", "a b", "\u0100")
	f.Fuzz(func(t *testing.T, methods []byte, name1, value1, name2, value2 string) {
		var calls [][]any
		for i, method := range methods {
			name, value := name1, value1
			if i%2 == 1 {
				name, value = name2, value2
			}
			calls = append(calls, []any{method % 5, name, value})
		}
		text, err := json.Marshal(calls)
		if err != nil || calls == nil {
			t.Skip()
		}
		check(t, string(text))
	})
}

// FuzzDataURL fetches data: URLs' way: every engine has the same MIME type and
// body, or none.
func FuzzDataURL(f *testing.F) {
	check := agreed(f, `
		__host.check = (text) => {
			const url = URL.parse("data:" + text);
			if (url === null) return "no URL";
			try {
				const { mimeType, body } = __host.load("36_data_url").processDataURL(url.href);
				if (new Headers([["content-type", mimeType]]).get("content-type") !== mimeType) throw new Error("not a header: " + mimeType);
				return JSON.stringify([mimeType, body.length, body[0] ?? null]);
			} catch (error) {
				if (!(error instanceof TypeError)) throw error;
				return error.message;
			}
		};`)
	for _, seed := range []string{",", "text/plain,hi", ";base64,aGk=", "a/b;c=\"d,e\";base64 ,%61Gk", "x;charset=é;BASE64,aGk#f", "%zz,%", "\x00,\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// FuzzEventStream parses a stream whole and in two pieces, on every engine.
func FuzzEventStream(f *testing.F) {
	check := agreed(f, `
		const { EventStreamParser } = __host.load("38_event_parser");
		const parse = (chunks) => {
			const log = [];
			const parser = new EventStreamParser("", (...event) => void log.push(event), (time) => void log.push(time));
			const decoder = new TextDecoder();
			for (const chunk of chunks) parser.push(decoder.decode(chunk, { stream: true }));
			return JSON.stringify(log);
		};
		__host.check = (text) => {
			const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
			const whole = parse([bytes]);
			for (let i = 0; i <= bytes.length; i += 1 + (bytes.length >> 4)) {
				const cut = parse([bytes.subarray(0, i), bytes.subarray(i)]);
				if (cut !== whole) throw new Error("cut at " + i + ": " + cut + ", whole: " + whole);
			}
			return whole;
		};`)
	for _, seed := range []string{"data: a\r\n\r\n", "\xef\xbb\xbfid:1\revent: x\ndata\n\n", "retry: 10\n: c\nid: \x00\n\n", "data:\xc3\xa4\xff\n\n\r"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, stream []byte) { check(t, web.IsomorphicDecode(string(stream))) })
}
