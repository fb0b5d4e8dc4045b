import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `text`: a line as high as its font; `fill`: as large as its place; `circle`: an avatar. */
  readonly shape?: 'text' | 'fill' | 'circle';
  /** Sets the size, so that what comes moves nothing. */
  readonly className?: string | undefined;
}

/** Stands where something is being fetched. Hidden from screen readers: say `aria-busy` on the place. */
export function Skeleton({ shape = 'text', className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape], className)} />
  );
}
