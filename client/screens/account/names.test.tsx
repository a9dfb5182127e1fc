import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAccount, press, row } from '../../testing/accountScreen.tsx';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { toastText } from '../../testing/render.tsx';
import { ana } from '../../testing/samples.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

describe('first and last name', () => {
  const viewer = { ...ana, firstName: 'Ana', lastName: 'Brito' };
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

  async function edit(firstName: string, lastName: string) {
    openAccount(viewer);
    await press('Edit name');
    for (const [name, text] of [
      [/First name/, firstName],
      [/Last name/, lastName],
    ] as const) {
      await userEvent.clear(field(name));
      if (text) await userEvent.type(field(name), text);
    }
  }

  test('are shown, or that there is none', () => {
    const { unmount } = openAccount(viewer);
    expect(row('Name').getByText('Ana Brito')).toBeTruthy();
    unmount();

    openAccount({ ...ana, firstName: null, lastName: null });
    expect(row('Name').getByText('No name set')).toBeTruthy();
  });

  test('are saved, with a toast, and the focus returns', async () => {
    const changed = { ...viewer, firstName: 'Anna', lastName: null };
    api.on('PUT /api/user/name', { body: changed });
    await edit(' Anna ', '');

    await userEvent.keyboard('{Enter}');

    await waitFor(() => expect(toastText()).toBe('Name updatedEveryone you share lists with sees the new name.'));
    expect(api.requests[0]?.body).toEqual({ firstName: 'Anna', lastName: null });
    expect(row('Name').getByText('Anna')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit name' }));
  });

  test('that are unchanged close the form without a request', async () => {
    await edit('Ana', ' Brito');

    await userEvent.click(row('Name').getByRole('button', { name: 'Save' }));

    expect(row('Name').getByText('Ana Brito')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  test('stay in the form if they cannot be saved', async () => {
    api.on('PUT /api/user/name', { status: 500 });
    await edit('Anna', 'Brito');

    await userEvent.click(row('Name').getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(toastText()).toBe('ErrorCouldn’t change your name. Try again.'));
    expect(field(/First name/).value).toBe('Anna');
  });

  test.each(['Cancel', 'Escape'])('are reset by %s', async (way) => {
    await edit('Anna', 'Brito');

    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(row('Name').getByRole('button', { name: 'Cancel' }));

    expect(row('Name').getByText('Ana Brito')).toBeTruthy();
    await press('Edit name');
    expect(field(/First name/).value).toBe('Ana');
  });
});
