export const greet = (name: string): string => `Grüße, ${name}`;
export const unused = "dropped by tree shaking";
