import { type ReactNode, type Ref, useId } from 'react';
import classes from './operator.module.css';

interface CardProps {
  title: string;
  /** For moving the focus to the heading. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  about?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the operator's screen. */
export function Card({ title, headingRef, about, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {action}
      </div>
      {about && <p className={classes.about}>{about}</p>}
      {children}
    </section>
  );
}
