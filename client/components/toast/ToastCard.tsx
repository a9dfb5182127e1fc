import { CloseButton } from '@mantine/core';
import { useDrag } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './ToastCard.module.css';

const SWIPE_PX = 50;

export interface ToastMessage {
  title: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
}

interface ToastCardProps {
  message: ToastMessage;
  onDismiss: () => void;
  /** Whether it has the focus, during which it stays. */
  onHold: (isHeld: boolean) => void;
}

/** What one toast shows. A swipe to the right dismisses it. */
export function ToastCard({ message, onDismiss, onHold }: ToastCardProps) {
  const { title, description, variant = 'default', action } = message;
  const [offset, setOffset] = useState(0);
  const { ref } = useDrag(
    ({ movement: [moved], last, canceled }) => {
      setOffset(last ? 0 : Math.max(0, moved));
      if (last && !canceled && moved >= SWIPE_PX) onDismiss();
    },
    { axis: 'x', threshold: 5 },
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of the buttons inside
    <div
      ref={ref}
      className={classes.toast}
      data-variant={variant}
      data-dragging={offset > 0 || undefined}
      style={offset > 0 ? { transform: `translateX(${offset}px)` } : undefined}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <div className="fill">
        <p className={classes.title}>{title}</p>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            onDismiss();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size={32} iconSize={16} aria-label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
