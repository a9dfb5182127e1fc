export { kinds, metaKey } from '../file/keys.ts';
export { Store } from '../store/lmdb.ts';
export { buildChild } from './child.ts';
export { crash } from './crash.ts';
export { withFaults } from './faults.ts';
