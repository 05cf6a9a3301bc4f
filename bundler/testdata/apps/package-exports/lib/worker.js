export default { fetch: () => "mark:worker" };
