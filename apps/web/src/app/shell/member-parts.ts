export { AccountPanel } from './account-panel.tsx';
export { NoticeBell } from './notices/notice-bell.tsx';
