import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `text`: a line of text; `fill`: the whole area; `circle`: an avatar. */
  readonly shape?: 'text' | 'fill' | 'circle';
  /** Sets the size, so that the content causes no layout shift. */
  readonly className?: string | undefined;
}

/** A placeholder during loading. Hidden from screen readers: set `aria-busy` on the container. */
export function Skeleton({ shape = 'text', className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape], className)} />
  );
}
