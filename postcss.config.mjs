import preset from 'postcss-preset-mantine';

const mixins = {
  /** A text on one line, cut off where the room ends. */
  'one-line': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  /** A text of at most so many lines. */
  lines: (_mixin, count) => ({
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': count,
  }),
  /** Things beside each other, such as an icon and a word. */
  row: (_mixin, gap) => ({ display: 'flex', alignItems: 'center', gap }),
  /** Things beside each other, on further lines where the room ends. */
  wrap: (_mixin, gap) => ({ display: 'flex', flexWrap: 'wrap', gap }),
  /** The same within a line of text. */
  'inline-row': (_mixin, gap) => ({ display: 'inline-flex', alignItems: 'center', gap }),
  /** Things below each other, each as wide as the place. */
  stack: (_mixin, gap) => ({ display: 'grid', gap }),
  /** Things below each other, which can grow and shrink. */
  column: (_mixin, gap) => ({ display: 'flex', flexDirection: 'column', gap }),
  /** Takes the room that the things beside it leave. */
  fill: { flex: '1', minWidth: 0 },
  /** One thing in the middle. */
  centered: { display: 'grid', placeItems: 'center' },
  /** As wide as it is high. */
  size: (_mixin, size) => ({ width: size, height: size }),
  /** A list without its dots and indent. */
  'plain-list': { margin: 0, padding: 0, listStyle: 'none' },
  /** The keyframes of an animation with this name, for what appears. */
  'fade-in': (_mixin, name) => ({ [`@keyframes ${name}`]: { from: { opacity: 0 } } }),
  /** For what rises into its place. */
  'rise-in': (_mixin, name, distance) => ({
    [`@keyframes ${name}`]: { from: { opacity: 0, transform: `translateY(calc(${distance} * var(--motion)))` } },
  }),
  /** A raised area with a thin edge. */
  card: { border: '1px solid var(--line)', borderRadius: 'var(--radius-card)', background: 'var(--raised)' },
  /** The colours of what is chosen or current. */
  chosen: { background: 'var(--amber-soft)', color: 'var(--on-amber-soft)' },
  /** A button that looks like its content. */
  'bare-button': { padding: 0, border: 0, background: 'none', cursor: 'pointer' },
  /** For screen readers alone. */
  'visually-hidden': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  /** Quiet, smaller text. */
  hint: { color: 'var(--dim)', fontSize: '14px' },
  'small-hint': { color: 'var(--dim)', fontSize: '12px' },
  /** A link that the whole card opens: the next ancestor with a position. Other controls need a position to be on top. */
  'whole-card': (_mixin, radius) => ({
    '&::after': { position: 'absolute', inset: 0, borderRadius: radius, content: '""' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: '2px solid var(--amber)', outlineOffset: '2px' },
  }),
  /** A poster before a line of text. On so small a picture, a broken one needs no words: the title is beside it. */
  'small-poster': (_mixin, width, radius) => ({
    flex: 'none',
    width,
    aspectRatio: '2 / 3',
    overflow: 'hidden',
    borderRadius: radius,
    background: 'var(--raised)',
    '& > span': { visibility: 'hidden' },
  }),
  /** A line inside the edge of a picture, which a dark one needs on a dark page, and a light one on a light page. */
  'picture-edge': {
    '&::after': {
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px var(--line-strong)',
      content: '""',
      pointerEvents: 'none',
    },
  },
  /** A bar over the page: what is behind it shines through, blurred. While the page scrolls it is nearly opaque. */
  'clear-bar': {
    background: 'var(--canvas-clear)',
    backdropFilter: 'blur(18px) saturate(1.5)',
    transition: 'background-color 0.15s',
    ':global(html[data-scrolling]) &': { background: 'var(--canvas-nearly-opaque)', backdropFilter: 'none' },
  },
};

export default { plugins: [preset({ mixins })] };
