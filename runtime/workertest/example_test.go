package workertest_test

import (
	"fmt"
	"io"
	"net/http/httptest"
	"testing"

	"example.com/thaw/runtime/workertest"
)

// A test of a worker is a test of an http.Handler.
func Example() {
	testGreeting := func(t *testing.T) {
		w := workertest.New(t, "testdata/greeter")

		res := w.Fetch(httptest.NewRequest("GET", "/greet?name=Ada", nil))
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(res.StatusCode, string(body))
	}

	// go test calls the function; here it is called by hand.
	testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestGreeting", F: testGreeting}})
	// Output: 200 Hello, Ada!
}
