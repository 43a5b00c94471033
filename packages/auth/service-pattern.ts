/** For SQL `like` (ADD-SVC-1). */
export const servicePattern = 'service:%';
