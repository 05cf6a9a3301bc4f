// fuzz makes a URLPattern of pieces that the input chooses, and matches with it. What
// it logs has to be the same in every engine.
"use strict";
const pieces = [
  "https://", "http", ":", "//", "/", "*", ":id", ":名", "(", ")", "{", "}", "?", "+", "#", "\\", ".", "-", "[", "]", "::1", "[a-z]", "\\d+", "example.com", "..",
  "@", "user", "8080", "%2e", "é", "a", "B", "(?:x|y)", "(.*)", "[^\\/]+?", ",", "|", "&", "=", "$", "^",
];
async function fuzz(bytes, log) {
  const half = bytes.length >> 1;
  const text = (part) => Array.from(part, (byte) => pieces[byte % pieces.length]).join("");
  const [source, input] = [text(bytes.subarray(1, half)), text(bytes.subarray(half))];
  const ignoreCase = bytes[0] % 2 === 1;
  let pattern;
  try {
    pattern = bytes[0] % 4 < 2 ? new URLPattern({ pathname: source }, { ignoreCase }) : new URLPattern(source, "https://example.com/x/", { ignoreCase });
  } catch (error) {
    log(error instanceof TypeError ? "TypeError" : `BUG ${error}`);
    return;
  }
  const { protocol, username, password, hostname, port, pathname, search, hash } = pattern;
  log(JSON.stringify([protocol, username, password, hostname, port, pathname, search, hash]));
  log(JSON.stringify([pattern.exec(input, "https://example.com"), pattern.exec({ pathname: input }), pattern.test({ search: input, hash: input })]));
  // The patterns of the components make the same pattern again.
  const again = new URLPattern({ protocol, username, password, hostname, port, pathname, search, hash }, { ignoreCase });
  if (again.pathname !== pathname || again.hostname !== hostname) log(`BUG ${pathname} ${hostname} becomes ${again.pathname} ${again.hostname}`);
}
