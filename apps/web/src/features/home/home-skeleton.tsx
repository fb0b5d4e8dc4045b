import { Skeleton } from '@sangwian/ui/skeleton';
import pageStyles from './home-lives.module.css';
import styles from './home-skeleton.module.css';

const TILES = ['first', 'second', 'third', 'fourth'];

/** A skeleton with the size of the loaded page, so that the layout does not shift. */
export function HomeSkeleton() {
  return (
    <>
      <div className={pageStyles.hero}>
        <div className={styles.feature}>
          <Skeleton shape="fill" />
        </div>
        <div className={styles.panel}>
          <Skeleton shape="fill" />
        </div>
      </div>
      <div className={styles.grid}>
        {TILES.map((tile) => (
          <div key={tile} className={styles.tile}>
            <Skeleton shape="fill" />
          </div>
        ))}
      </div>
    </>
  );
}
