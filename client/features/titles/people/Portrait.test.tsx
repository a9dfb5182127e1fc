import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Portrait } from './Portrait.tsx';

const DRAWN = '/api/art/person/6384-a0b1c2';
const picture = () => document.querySelector('img');

test('a person without a picture has a monogram, with the particle of a last name', () => {
  render(<Portrait name="Robert De Niro" path={null} width={64} />);

  expect(screen.getByText('RD')).toBeTruthy();
  expect(picture()).toBeNull();
});

test('a picture that cannot be loaded makes room for the monogram', () => {
  render(<Portrait name="Keanu Reeves" path={DRAWN} width={64} />);
  const shown = picture();
  expect(shown?.getAttribute('src')).toContain(DRAWN);

  if (shown) fireEvent.error(shown);

  expect(screen.getByText('KR')).toBeTruthy();
  expect(picture()).toBeNull();
});
