import answer from "answers:42";

export default { fetch: () => answer };
