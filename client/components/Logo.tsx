import classes from './Logo.module.css';

/** The logo: a cinema marquee shaped like an M, with bulbs along its edge. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className={classes.sign}
        d="M2 9.5A3.5 3.5 0 0 1 5.5 6h21A3.5 3.5 0 0 1 30 9.5v9.8L27.6 27 16 22.6 4.4 27 2 19.3z"
      />
      <path className={classes.letter} d="M8.5 19.5v-9l7.5 6.3 7.5-6.3v9" />
      <g className={classes.bulbs}>
        <circle cx="5" cy="3" r="1.25" />
        <circle cx="10.5" cy="3" r="1.25" />
        <circle cx="16" cy="3" r="1.25" />
        <circle cx="21.5" cy="3" r="1.25" />
        <circle cx="27" cy="3" r="1.25" />
      </g>
    </svg>
  );
}

/** Logo and name. */
export function Logo({ size = 30, isShort = false }: { size?: number; isShort?: boolean }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      {!isShort && (
        <span className={classes.name} style={{ fontSize: size * 0.72 }}>
          Marquee
        </span>
      )}
    </span>
  );
}
