import { classNames } from '@sangwian/ui/class-names';
import { useLayoutEffect, useRef } from 'react';
import styles from './range.module.css';

interface RangeProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value as text for screen readers. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
  readonly className?: string | undefined;
}

/** A styled native slider, which works with keyboard, touch and screen readers. */
export function Range({
  label,
  min,
  max,
  step,
  value,
  valueText,
  onChange,
  className,
}: RangeProps) {
  const input = useRef<HTMLInputElement>(null);
  const filled = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 1;
  // Set in an effect, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    input.current?.style.setProperty('--filled', `${filled * 100}%`);
  }, [filled]);
  return (
    <input
      ref={input}
      type="range"
      className={classNames(styles.range, className)}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
