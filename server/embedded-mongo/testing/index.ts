export { buildChild } from './child.ts';
export { crash } from './crash.ts';
export { withFaults } from './faults.ts';
