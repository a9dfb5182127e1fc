import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Import } from '../../../common/schemas/import.ts';
import { stubApi } from '../../testing/api.ts';
import { countsOf, sampleImport } from '../../testing/importSamples.ts';
import { renderAt } from '../../testing/render.tsx';
import { EarlierImports } from './EarlierImports.tsx';

const work = (step: 'matching' | 'applying', isRunning: boolean) => ({ step, done: 1, of: 3, isRunning });

test.each<[string, Partial<Import>]>([
  ['not all rows have arrived', { state: 'uploading' }],
  ['not imported yet', { state: 'preview' }],
  ['not imported yet', { state: 'preview', work: work('matching', false) }],
  ['being imported', { state: 'applying', work: work('applying', true) }],
  ['stopped', { state: 'applying', work: work('applying', false) }],
  ['1 title imported', { state: 'applied', counts: countsOf({ films: { in: 3, comes: 1 } }) }],
  ['undone', { state: 'undone' }],
])('an earlier import says how far it is: %s', async (text, over) => {
  stubApi({ 'GET /api/imports': { body: [sampleImport(over)] } });
  renderAt(<EarlierImports />);

  expect((await screen.findByRole('link')).textContent).toBe(`LetterboxdNovember 26, 2026 · ${text}`);
});
