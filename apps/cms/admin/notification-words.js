/** What people are told of, in words. */
export const notificationWords = {
  review_requested: 'Waits for your review',
  assigned: 'Assigned to you',
  approved: 'Approved',
  changes_requested: 'Needs changes',
  schedule_missed: 'Not done at its time',
  published: 'Published',
};
