const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a position in a replay: `0:05`, `12:34`, `1:02:03`. */
export const formatPosition = (positionS: number): string => {
  const whole = Math.max(0, Math.floor(positionS));
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};
