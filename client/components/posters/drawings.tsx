// Three drawings in the same style: one line weight, one amber accent, on 208 × 120.

const frame = {
  viewBox: '0 0 208 120',
  width: 208,
  height: 120,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const amber = 'var(--amber-mark)';

/** A row of cinema seats, one of them lit. */
export function EmptySeats() {
  return (
    <svg {...frame} aria-hidden="true">
      <path d="M104 8v10" stroke={amber} />
      <path d="M98 18h12l4 7H94z" stroke={amber} fill={amber} fillOpacity="0.25" />
      <path d="M95 27 78 66M113 27l17 39" stroke={amber} strokeOpacity="0.35" strokeDasharray="1 7" />
      {[16, 52, 88, 124, 160].map((x, index) => (
        <g key={x} stroke={index === 2 ? amber : 'currentColor'} strokeOpacity={index === 2 ? 1 : 0.7}>
          <path d={`M${x + 4} 78V60a12 12 0 0 1 24 0v18`} fill={index === 2 ? amber : 'none'} fillOpacity="0.12" />
          <path d={`M${x} 72v16a4 4 0 0 0 4 4h24a4 4 0 0 0 4-4V72`} />
          <path d={`M${x + 6} 78h20`} />
          <path d={`M${x + 16} 92v12`} />
        </g>
      ))}
      <path d="M8 104h192" strokeOpacity="0.5" />
    </svg>
  );
}

/** A cinema ticket with nothing printed on it. */
export function BlankTicket() {
  const outline =
    'M40 34h128a4 4 0 0 1 4 4v10a12 12 0 0 0 0 24v10a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4V72a12 12 0 0 0 0-24V38a4 4 0 0 1 4-4z';
  return (
    <svg {...frame} aria-hidden="true">
      <g transform="rotate(-7 104 60)">
        <path d={outline} transform="translate(8 8)" strokeOpacity="0.3" />
        <path d={outline} fill="var(--canvas)" />
        <path d="M136 40v40" strokeDasharray="3 6" />
        <path d="M58 52h50M58 64h34" strokeOpacity="0.35" strokeDasharray="2 6" />
        <path
          d="m154 50 3 6.4 7 .8-5.2 4.8 1.4 6.9-6.2-3.5-6.2 3.5 1.4-6.9-5.2-4.8 7-.8z"
          stroke={amber}
          fill={amber}
          fillOpacity="0.18"
        />
      </g>
    </svg>
  );
}

/** A reel whose film has torn off. */
export function TornReel() {
  return (
    <svg {...frame} aria-hidden="true">
      <circle cx="72" cy="56" r="42" />
      <circle cx="72" cy="56" r="7" stroke={amber} fill={amber} fillOpacity="0.25" />
      {[0, 72, 144, 216, 288].map((angle) => (
        <circle key={angle} cx="72" cy="32" r="9.5" transform={`rotate(${angle} 72 56)`} strokeOpacity="0.7" />
      ))}
      <path d="M72 98c14 10 30 10 44 6l5-6 4 8 5-6 3 6" />
      <path d="M72 98c10-1 24-2 38-10l6 4 3-8 6 4 3-6" strokeOpacity="0.7" />
      <g transform="rotate(-14 170 84)" stroke={amber}>
        <path d="m150 74 4 5-5 5 5 5-3 5h38V74z" fill={amber} fillOpacity="0.12" />
        <path d="M160 79h24M160 89h24" strokeDasharray="1 6" />
      </g>
    </svg>
  );
}
