/** Search engines would show what a board said long ago. */
export const NoIndex = () => <meta name="robots" content="noindex" />;
