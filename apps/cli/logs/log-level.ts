export const levels = { error: 0, warn: 1, info: 2, debug: 3 } as const;
export type LogLevel = keyof typeof levels;
export const levelNames = Object.keys(levels) as readonly LogLevel[];
