import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { ApiError } from '../../../lib/http/http.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { NameForm } from './NameForm.tsx';

const field = () => screen.getByRole('textbox', { name: 'List name' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

function open(onSubmit: (name: string) => Promise<void>, initialName?: string) {
  const form = { submitLabel: 'Save', failureText: 'Not saved', onCancel: () => undefined, onSubmit };
  renderAt(
    <>
      <NameForm {...form} {...(initialName !== undefined && { initialName })} />
      <Toaster />
    </>,
  );
}

test('a name of several words is sent as it is typed, without spaces around it', async () => {
  const sent: string[] = [];
  open(async (name) => void sent.push(name), 'Noir');
  expect(field()).toHaveProperty('value', 'Noir');
  await userEvent.clear(field());
  expect(save().disabled).toBe(true);

  await userEvent.type(field(), '  ');
  expect(save().disabled).toBe(true);
  await userEvent.type(field(), 'Friday nights {Enter}');

  expect(sent).toEqual(['Friday nights']);
});

test('why a name is refused is said beside it, until the name changes', async () => {
  const issues = [{ path: 'name', message: 'Another list has this name' }];
  open(async () => {
    throw new ApiError(400, JSON.stringify({ error: 'Validation failed', code: 'validation', issues }));
  });
  await userEvent.type(field(), 'Noir{Enter}');

  expect(screen.getByText('Another list has this name')).toBeTruthy();
  await userEvent.type(field(), 's');
  expect(screen.queryByText('Another list has this name')).toBeNull();
});

test('a name that could not be saved stays, and can be sent again', async () => {
  let tries = 0;
  open(async () => {
    tries += 1;
    throw new ApiError(500, '');
  });
  await userEvent.type(field(), 'Noir{Enter}');

  expect(toastText()).toContain('Not saved');
  expect(field()).toHaveProperty('value', 'Noir');
  await userEvent.click(save());
  expect(tries).toBe(2);
});
