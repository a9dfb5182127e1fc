import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { renderAt } from '../../testing/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

interface OpenerProps {
  name: string;
  children?: ReactNode;
}

function Opener({ name, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const shown = () => screen.queryAllByRole('dialog', { hidden: true }).map(({ textContent }) => textContent);

test.each([
  [
    'in the other',
    <Opener key="list" name="List">
      <Opener name="Question" />
    </Opener>,
  ],
  ['beside the other', [<Opener key="list" name="List" />, <Opener key="question" name="Question" />]],
])('Escape closes only the top dialog: %s', async (_where, content) => {
  renderAt(content);
  await press('List');
  await press('Question');
  expect(shown()).toHaveLength(2);

  await userEvent.keyboard('{Escape}');
  expect(shown()).toEqual([expect.stringContaining('List')]);

  await userEvent.keyboard('{Escape}');
  expect(shown()).toEqual([]);
});

function Films() {
  const [films, setFilms] = useState(['Heat', 'Laura', 'Gilda']);
  const [asked, setAsked] = useState<string | null>(null);
  const handleConfirm = () => {
    setFilms(films.filter((film) => film !== asked));
    setAsked(null);
  };
  return (
    <>
      <ul>
        {films.map((film) => (
          <li key={film}>
            <button type="button" onClick={() => setAsked(film)}>
              Delete {film}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog title="Sure?" confirmLabel="Yes" onConfirm={handleConfirm} onClose={() => setAsked(null)}>
          It will be gone.
        </ConfirmDialog>
      )}
    </>
  );
}

test('after a line of a list is deleted by a dialog, the line in its place has the focus', async () => {
  renderAt(<Films />);
  const remove = async (film: string) => {
    await press(`Delete ${film}`);
    await press('Yes');
  };

  await remove('Laura');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete Gilda'));

  await remove('Gilda');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete Heat'));
});
