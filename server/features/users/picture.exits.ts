/** Exit codes of the process that decodes a picture. */
export const exits = { notAnImage: 65, tooManyPixels: 66, tooCostly: 67 } as const;
