// 41_navigator: navigator.
// Spec: https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object
//       https://min-common-api.proposal.wintertc.org/#navigator-useragent-requirements
// Deviations: userAgent is the only member.
"use strict";
__host.define("41_navigator", ({ load }) => {
  const { illegal, guardConstructor, expose } = load("01_webidl");

  class Navigator {
    #userAgent = "thaw";
    constructor(token = undefined) {
      guardConstructor(token);
    }
    get userAgent() {
      return this.#userAgent;
    }
  }
  expose(Navigator);
  return { Navigator, navigator: new Navigator(illegal) };
});
