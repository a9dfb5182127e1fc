import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { removePreview } from '../../lib/page/preview.ts';
import { useLive } from '../live/live.store.ts';

interface RouteErrorProps {
  /** Shows nothing in place of an optional part that failed. */
  isQuiet?: boolean;
  children: ReactNode;
}

/**
 * Keeps the frame when a screen fails, because its chunk did not load or it threw an error. It loads again by itself when
 * the connection has returned.
 */
export class RouteError extends Component<RouteErrorProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private stopWaiting: (() => void) | undefined;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    removePreview();
    if (!this.props.isQuiet) this.stopWaiting = afterReconnecting(() => window.location.reload());
  }

  override componentWillUnmount() {
    this.stopWaiting?.();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.isQuiet) return null;
    return (
      <EmptyState
        drawing="reel"
        heading="h1"
        title="Couldn’t load this screen"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        The connection may have dropped, or Marquee was just updated. Reloading usually fixes it.
      </EmptyState>
    );
  }
}

/** Calls `action` when a lost connection is back. Returns a function that stops waiting. */
function afterReconnecting(action: () => void): () => void {
  return useLive.subscribe((now, before) => {
    if (before.isReconnecting && !now.isReconnecting) action();
  });
}
