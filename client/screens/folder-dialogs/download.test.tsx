import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families, familyKeys } from '../../../common/families.ts';
import { createReplica } from '../../../common/replica/replica.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, sampleFolder } from '../../testing/samples.ts';
import { DownloadListDialog } from './DownloadListDialog.tsx';

const folder = sampleFolder();

test.each(familyKeys)('a %s is downloaded in the chosen format by a plain link', async (key) => {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const replica = createReplica(folder, ana.id);
  renderAt(<DownloadListDialog replica={replica} family={families[key]} onClose={close} />, { at: '/' });
  const download = screen.getByRole('link', { name: 'Download' });
  const path = `${families[key].api.lists}/${folder.id}/file`;
  expect(download.getAttribute('href')).toBe(`${path}?format=csv`);

  await userEvent.click(screen.getByRole('radio', { name: /Plain text/ }));

  expect(download.getAttribute('href')).toBe(`${path}?format=text`);
  expect(download.hasAttribute('download')).toBe(true);
  download.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(download);
  expect(isClosed).toBe(true);
});
