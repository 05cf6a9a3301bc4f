export default { fetch: () => "mark:node" };
