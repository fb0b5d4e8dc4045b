interface MarkProps {
  /** Width and height in pixels. */
  readonly size: number;
}

/** The coin beside an amount; decorative, since the amount includes the word. */
export function CoinMark({ size }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12.6" r="11" fill="#8a5708" />
      <circle cx="12" cy="11.4" r="10.6" fill="#f4b63a" />
      <circle cx="12" cy="11.4" r="7.6" fill="none" stroke="#b97a12" strokeWidth="1.4" />
      <path d="M12 6.4l4 5-4 5-4-5z" fill="#b97a12" />
    </svg>
  );
}

/** The logo of Sangwian: a square split into the corners, with the gold slash at −14°. */
export function LogoMark({ size }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M4 4h18.4l-8 32H4z" fill="#e5323e" />
      <path d="M27.2 4H36v32H19.2z" fill="#3b76ff" />
      <path d="M25.29 2 16.31 38" stroke="#f4b63a" strokeWidth="2.5" />
    </svg>
  );
}
