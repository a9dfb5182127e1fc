export { kinds, metaKey } from '../store/keys.ts';
export { Store } from '../store/lmdb.ts';
export { buildChild } from './child.ts';
export { crash } from './crash.ts';
export { withFaults } from './faults.ts';
