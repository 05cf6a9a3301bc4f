export const name = "substitute";
