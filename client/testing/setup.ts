import { TextDecoder, TextEncoder } from 'node:util';
import { fakeWindow } from './dom.ts';

// jsdom lacks these; the router needs them when it loads.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
// user-event needs it to find the radio buttons of a group.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;
fakeWindow();
