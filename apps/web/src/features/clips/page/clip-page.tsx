import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Clip } from '@sangwian/contract/endpoints/clips';
import { ClipId } from '@sangwian/contract/ids';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { pickText } from '@sangwian/i18n/language';
import { Button, buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { Download, Flag, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { callContext } from '../../../shared/api/call-context.ts';
import { lazyDialog } from '../../../shared/dialogs/lazy-dialog.tsx';
import { useLanguage } from '../../../shared/language/use-language.ts';
import type { MetaFunction } from '../../../shared/page-meta.ts';
import { useSession } from '../../../shared/session/session.ts';
import { ShareButton } from '../../../shared/share/share-button.tsx';
import styles from './clip-page.module.css';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

interface PageData {
  readonly clip: Clip;
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'httpStatus' in error && error.httpStatus === 404;

export async function loader({ params, context, request }: LoaderFunctionArgs): Promise<PageData> {
  const missing = data({ status: 404, message: 'This page could not be found' }, { status: 404 });
  const id = ClipId.safeParse(params.clip_id);
  if (!id.success) throw missing;
  try {
    const { data: clip } = await context.get(callContext)(
      'GET /clip/{clip_id}',
      { params: { clip_id: id.data } },
      { signal: request.signal, noStore: true },
    );
    return { clip };
  } catch (error) {
    throw isMissing(error) ? missing : error;
  }
}

/**
 * The link preview contains the evening's title and the first frame. The member's title is left out, because it may
 * reveal a result.
 */
export const meta: MetaFunction<PageData> = ({ data: loaded, language, i18n }) => {
  if (loaded === undefined) return { noindex: true };
  const { card, files } = loaded.clip;
  const title = pickText(card, language);
  return {
    title: i18n._(msg`Clip from ${title}`),
    description: i18n._(msg`A moment of the evening, cut by a fan.`),
    image: files.poster,
    picture: files.poster,
    clip: { path: files.landscape, width: 1_280, height: 720 },
    // Not indexed, because fans write the titles and clips are removed with their replay.
    noindex: true,
  };
};

type Form = 'landscape' | 'vertical';

function Player({ clip, form }: { readonly clip: Clip; readonly form: Form }) {
  const { t } = useLingui();
  const [fails, setFails] = useState(false);
  const [width, height] = form === 'landscape' ? [1_280, 720] : [720, 1_280];
  return (
    <div className={classNames(styles.picture, styles[form])}>
      {/* biome-ignore lint/a11y/useMediaCaption: a clip has the audio of the live, which has no captions. */}
      <video
        key={form}
        src={clip.files[form]}
        poster={clip.files.poster}
        width={width}
        height={height}
        controls
        playsInline
        preload="metadata"
        onError={() => setFails(true)}
        onLoadedMetadata={() => setFails(false)}
      />
      {fails ? (
        <p role="alert" className={styles.failed}>
          {t`The clip could not be played. It may have been removed.`}
        </p>
      ) : null}
    </div>
  );
}

/** `/clip/{clip_id}`: a public clip, with downloads in both formats. */
export function Component() {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { clip } = useLoaderData<PageData>();
  const [form, setForm] = useState<Form>('landscape');
  const [reports, setReports] = useState(false);
  const [isReported, setIsReported] = useState(false);
  const isMember = useSession().status === 'signed_in';
  const path = `/clip/${clip.clip_id}`;
  const name = clip.member_name;
  const when = formatDateTime(clip.recorded_at);
  const forms = [
    { form: 'landscape', label: t`Landscape` },
    { form: 'vertical', label: t`Vertical` },
  ] as const;
  return (
    <article className={styles.page}>
      <Player clip={clip} form={form} />
      <div className={styles.about}>
        <h1 className={styles.title}>{clip.title}</h1>
        <p className={styles.facts}>
          {text(clip.card)} · <time dateTime={clip.recorded_at}>{when}</time>
          <br />
          <bdi>{t`Cut by ${name}`}</bdi>
        </p>
        <fieldset className={styles.forms}>
          <legend className={styles.legend}>{t`Form`}</legend>
          {forms.map((one) => (
            <Button
              key={one.form}
              size="small"
              aria-pressed={form === one.form}
              onClick={() => setForm(one.form)}
            >
              {one.label}
            </Button>
          ))}
        </fieldset>
        <div className={styles.actions}>
          <ShareButton path={path} title={text(clip.card)} />
          <a
            href={`${clip.files[form]}?download`}
            download
            className={buttonClass({ size: 'small' })}
          >
            <Download size={18} aria-hidden="true" />
            {form === 'landscape' ? t`Save landscape` : t`Save vertical`}
          </a>
          {isReported ? (
            <p
              role="status"
              className={styles.reported}
            >{t`Thank you. A moderator will look at it.`}</p>
          ) : isMember ? (
            <Button size="small" variant="ghost" onClick={() => setReports(true)}>
              <Flag size={18} aria-hidden="true" />
              {t`Report`}
            </Button>
          ) : (
            <Link
              to={`/sign-in?from=${encodeURIComponent(path)}`}
              className={buttonClass({ size: 'small', variant: 'ghost' })}
            >
              <Flag size={18} aria-hidden="true" />
              {t`Log in to report`}
            </Link>
          )}
        </div>
        <Link
          to={`/live/${clip.program_live_id}`}
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          <Play size={18} fill="currentColor" aria-hidden="true" />
          {t`Watch the whole evening`}
        </Link>
      </div>
      {reports ? (
        <Suspense>
          <ReportDialog
            clipId={clip.clip_id}
            onClose={() => setReports(false)}
            onDone={() => {
              setReports(false);
              setIsReported(true);
            }}
          />
        </Suspense>
      ) : null}
    </article>
  );
}
