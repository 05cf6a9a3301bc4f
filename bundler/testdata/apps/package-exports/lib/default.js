export default { fetch: () => "mark:default" };
