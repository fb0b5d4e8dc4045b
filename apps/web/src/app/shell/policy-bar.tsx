import { Brand } from './brand.tsx';
import styles from './policy-bar.module.css';

/** The bar of the policy pages: only the logo. */
export function PolicyBar() {
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Brand />
      </div>
    </header>
  );
}
