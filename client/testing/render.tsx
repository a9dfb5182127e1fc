import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { fakeLayout, fakeWindow } from './dom.ts';

interface RenderOptions {
  /** Path and search that the address starts at. */
  at?: string;
  width?: number;
  /** Elements have sizes, so that lists draw their cards. */
  isLaidOut?: boolean;
}

/** A component inside the providers that every screen has, with the address shown where tests can read it. */
export function renderAt(children: ReactNode, { at = '/', width, isLaidOut }: RenderOptions = {}) {
  fakeWindow(width);
  if (isLaidOut) fakeLayout(width);
  return render(
    <MantineProvider env="test" defaultColorScheme="dark">
      <MemoryRouter initialEntries={[at]}>
        {children}
        <Address />
      </MemoryRouter>
    </MantineProvider>,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** The address as it stands now. */
export function addressOf(): string {
  return document.querySelector('[data-testid="address"]')?.textContent ?? '';
}
