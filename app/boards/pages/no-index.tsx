/** Keeps outdated versions of a board out of search engines. */
export const NoIndex = () => <meta name="robots" content="noindex" />;
