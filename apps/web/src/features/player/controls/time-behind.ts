const two = (value: number): string => String(value).padStart(2, '0');

/** Formats the time behind live: `-0:05`, `-12:34`, `-1:02:03`. */
export const formatBehind = (behindS: number): string => {
  const whole = Math.max(0, Math.round(behindS));
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ];
  return hours > 0 ? `-${hours}:${two(minutes)}:${two(seconds)}` : `-${minutes}:${two(seconds)}`;
};
