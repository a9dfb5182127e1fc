import { beforeEach, describe, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { isDialogEntry } from '../../lib/page/dialogUrl.ts';
import { fakeWindow } from '../../testing/dom.ts';
import { renderAt } from '../../testing/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { useBackClosesDialogs } from './openDialogs.ts';

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

describe('back, with dialogs that are not in the address', () => {
  function Screen() {
    const navigate = useNavigate();
    const { pathname } = useLocation();
    useBackClosesDialogs();
    const [open, setOpen] = useState<string | null>(null);
    return (
      <>
        <h1>{pathname}</h1>
        <button type="button" onClick={() => navigate('/list')}>
          To the list
        </button>
        <Opener name="List">
          <Opener name="Question" />
        </Opener>
        <button type="button" onClick={() => setOpen('First')}>
          First
        </button>
        {open && (
          <Dialog key={open} title={open} onClose={() => setOpen(null)}>
            <button type="button" onClick={() => setOpen(null)}>
              Done
            </button>
            <button type="button" onClick={() => [setOpen(null), setTimeout(() => setOpen('Second'))]}>
              Next
            </button>
            <button type="button" onClick={() => [setOpen(null), navigate('/overview')]}>
              Leave
            </button>
          </Dialog>
        )}
      </>
    );
  }

  beforeEach(async () => {
    window.history.pushState(null, '', '/home');
    fakeWindow();
    // With the real history of the browser.
    render(
      <MantineProvider env="test">
        <BrowserRouter>
          <Screen />
        </BrowserRouter>
      </MantineProvider>,
    );
    await press('To the list');
  });

  const back = () => act(() => window.history.back());
  /** Waits for this screen with these dialogs. The history must have an entry for dialogs only while one is open. */
  const becomes = async (path: string, dialogs: string[] = []) => {
    const where = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;
    const hasEntry = () => isDialogEntry(window.history.state?.usr);
    await waitFor(() =>
      expect([where(), shown(), hasEntry()]).toEqual([
        path,
        dialogs.map((name) => expect.stringContaining(name)),
        dialogs.length > 0,
      ]),
    );
  };

  /** Nothing of a dialog is left at the list, and back leads to the screen before it. */
  const leavesTheList = async () => {
    await becomes('/list');
    await back();
    await becomes('/home');
  };

  test('closes the top one, then the next, and then leaves the screen', async () => {
    await press('List');
    await press('Question');
    await becomes('/list', ['List', 'Question']);
    await back();
    await becomes('/list', ['List']);
    await back();
    await leavesTheList();
  });

  test('leaves the screen after a button has closed the dialog', async () => {
    await press('First');
    await becomes('/list', ['First']);
    await press('Done');
    await leavesTheList();
  });

  test('comes back to the screen that the dialog has left', async () => {
    await press('First');
    await becomes('/list', ['First']);
    await press('Leave');
    await becomes('/overview');
    await back();
    await leavesTheList();
  });

  test('closes a dialog that was opened as another closed', async () => {
    await press('First');
    await becomes('/list', ['First']);
    await press('Next');
    await becomes('/list', ['Second']);
    await back();
    await leavesTheList();
  });
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
