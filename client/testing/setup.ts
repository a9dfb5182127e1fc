import { TextDecoder, TextEncoder } from 'node:util';
import { fakeWindow } from './dom.ts';

// jsdom leaves these out; the router asks for them as it loads.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
// user-event asks for it to find the radio buttons of a group.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;
fakeWindow();
