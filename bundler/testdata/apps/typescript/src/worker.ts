import { greet } from "~/greeting";

enum Level {
  Low = 1,
  High = 4,
}

const named = (target: object, key: string) => void Object.assign(target, { named: key });

class Handler {
  level: Level = Level.High;
  @named answer(name: string) {
    return "mark:" + greet(name) + this.level;
  }
}

export default { fetch: (request: string) => new Handler().answer(request satisfies string) };
