test("btoa encodes Latin-1", () => {
  equal(btoa(""), "");
  equal(btoa("hi"), "aGk=");
  equal(btoa("\u00ff"), "/w==");
  equal(btoa(undefined), "dW5kZWZpbmVk");
});
test("btoa refuses what is no Latin-1", () => {
  throws("InvalidCharacterError", () => btoa("\u0100"));
  throws("TypeError", () => btoa());
});
test("atob forgives white space and missing padding", () => {
  equal(atob(" aG\nk= "), "hi");
  equal(atob("aGk"), "hi");
  equal(atob("/w=="), "\u00ff");
});
test("atob refuses what is no base64", () => {
  for (const bad of ["a", "aGk==", "aGk=a", "====", "aGk\u0100", "ab\u000bcd"]) throws("InvalidCharacterError", () => atob(bad));
});
