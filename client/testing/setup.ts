import { TextDecoder, TextEncoder } from 'node:util';
import { fakeWindow } from './dom.ts';

// jsdom leaves these out; the router asks for them as it loads.
Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true });
fakeWindow();
