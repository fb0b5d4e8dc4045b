import { sceneUrl } from '../../shared/art-url.ts';
import styles from './phone-picture.module.css';

/** A decorative drawing of a phone that shows a live. */
export function PhonePicture() {
  return (
    <div className={styles.place} aria-hidden="true">
      <div className={styles.phone}>
        <div className={styles.screen}>
          <img
            src={sceneUrl('get-app')}
            alt=""
            width={640}
            height={360}
            className={styles.picture}
          />
          <div className={styles.bar}>
            <span className={styles.red} />
            <span className={styles.blue} />
          </div>
          <div className={styles.chat}>
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
          </div>
          <div className={styles.box} />
        </div>
      </div>
    </div>
  );
}
