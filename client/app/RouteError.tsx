import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { endOpening } from '../lib/opening.ts';

interface RouteErrorProps {
  /** Of a part that a screen can do without: it is left out. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** Keeps the frame standing when a screen cannot be shown: its chunk did not load, or it broke. */
export class RouteError extends Component<RouteErrorProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    endOpening();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.isQuiet) return null;
    return (
      <EmptyState
        drawing="reel"
        heading="h1"
        title="This screen did not load"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        Either the connection dropped or Marquee was just updated. Loading the page again usually mends it.
      </EmptyState>
    );
  }
}
