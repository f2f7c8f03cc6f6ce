/** Hidden, except from screen readers. */
export const READ_OUT_ONLY = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
