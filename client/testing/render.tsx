import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { queryClient } from '../lib/query.ts';
import { fakeLayout, fakeWindow } from './dom.ts';

// A toast shows at once, as it does in the app soon after its start.

interface RenderOptions {
  /** The initial path and query. */
  at?: string;
  width?: number;
  /** Gives elements a size, so that virtual lists render their cards. */
  isLaidOut?: boolean;
  isTouch?: boolean;
}

/** Renders a component in the providers of every screen, and exposes the current address to tests. */
export function renderAt(children: ReactNode, { at = '/', width, isLaidOut, isTouch }: RenderOptions = {}) {
  fakeWindow(width, isTouch);
  if (isLaidOut) fakeLayout(width);
  return render(
    <MantineProvider env="test" defaultColorScheme="dark" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          {children}
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** The current address. */
export function addressOf(): string {
  return document.querySelector('[data-testid="address"]')?.textContent ?? '';
}

/** The text of the toasts that are shown. */
export function toastText(): string | null {
  return screen.getByRole('region', { name: 'Notification' }).textContent;
}
