import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { removePreview } from '../../lib/page/preview.ts';

interface RouteErrorProps {
  /** Shows nothing in place of an optional part that failed. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** Keeps the frame when a screen fails, because its chunk did not load or it threw an error. */
export class RouteError extends Component<RouteErrorProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    removePreview();
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
        The connection may have dropped, or Marquee was just updated. Reloading usually fixes it.
      </EmptyState>
    );
  }
}
