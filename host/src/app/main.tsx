import './fonts.css'
import { createRoot } from 'react-dom/client'
import { pageState } from '../features/composition/pageState'
import { start } from './start'

if (pageState().abandoned) console.warn('Otra versión de la consola ocupa su lugar.')
else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()

function begin(): void {
  const container = document.getElementById('root')
  // the page's first script then tries the previous build
  if (!container) throw new Error('The page has no #root.')
  void start(createRoot(container))
}
