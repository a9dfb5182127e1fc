export function takeRefused(): Error[];
export function requireNoneRefused(): void;
