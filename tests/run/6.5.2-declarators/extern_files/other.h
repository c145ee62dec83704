extern shared [4] double grid[8 * THREADS];
extern shared int initialised_there;
extern int private_there, private_here;
extern int big_there[];
void set_all(double);
int count_there(void);
int get_private_there(void);
int plain_c(int);
